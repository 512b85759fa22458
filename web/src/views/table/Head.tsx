/** The heading of a column: a menu for everything that can be done with it, a handle for its width; it can be dragged. */
import { useRef } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import type { Field, Sort } from '../../api/types';
import { useText } from '../../i18n/text';
import { Icon } from '../../ui/Icon';
import { NUMERIC } from '../rows';

export type HeadDeed = 'ascending' | 'descending' | 'unsort' | 'group' | 'ungroup' | 'filter' | 'left' | 'right' | 'hide' | 'wider' | 'narrower';

interface Props {
  field: Field;
  index: number;
  sort: Sort | null | undefined;
  isGroup: boolean;
  onDeed: (deed: HeadDeed) => void;
  onWidth: (change: number, last: boolean) => void;
  onDrop: (dragged: string) => void;
}

export function Head({ field, index, sort, isGroup, onDeed, onWidth, onDrop }: Props) {
  const t = useText();
  const from = useRef<number>(undefined);
  const way = sort?.field === field.name ? (sort.descending ? 'descending' : 'ascending') : 'none';
  const items: (HeadDeed | '-')[] = [
    'ascending', 'descending', ...(way === 'none' ? [] : ['unsort' as const]), '-', isGroup ? 'ungroup' : 'group', 'filter', '-',
    'left', 'right', 'wider', 'narrower', '-', 'hide',
  ];
  return (
    <div
      role="columnheader" aria-sort={way} aria-colindex={index + 2} draggable
      className={`tg-head${NUMERIC.has(field.type) ? ' tg-num' : ''}`}
      onDragStart={(event) => event.dataTransfer.setData('text/x-column', field.name)}
      onDragOver={(event) => event.dataTransfer.types.includes('text/x-column') && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const dragged = event.dataTransfer.getData('text/x-column');
        if (dragged && dragged !== field.name) onDrop(dragged);
      }}
    >
      <MenuTrigger>
        <AriaButton className="tg-head-button">
          <span className="truncate">{field.label}</span>
          {way !== 'none' && <Icon name={way === 'ascending' ? 'up' : 'down'} size={14} />}
        </AriaButton>
        <Popover>
          <Menu className="menu" aria-label={field.label} onAction={(key) => onDeed(key as HeadDeed)}>
            {items.map((item, at) =>
              item === '-' ? <Separator key={at} className="menu-line" /> : <MenuItem key={item} id={item} className="menu-item">{t(`column-${item}`)}</MenuItem>,
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span
        className="tg-handle" aria-hidden="true"
        onPointerDown={(event) => {
          event.preventDefault();
          event.stopPropagation();
          from.current = event.clientX;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (from.current === undefined) return;
          const rtl = document.dir === 'rtl' ? -1 : 1;
          onWidth((event.clientX - from.current) * rtl, false);
          from.current = event.clientX;
        }}
        onPointerUp={() => {
          if (from.current !== undefined) onWidth(0, true);
          from.current = undefined;
        }}
      />
    </div>
  );
}
