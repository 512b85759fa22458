/** Buttons: one look for words, one for icons. An icon button always has a name and a tooltip. */
import type { ReactNode } from 'react';
import { Button as AriaButton, Tooltip, TooltipTrigger, type ButtonProps } from 'react-aria-components';
import { Icon, type IconName } from './Icon';

export type Look = 'solid' | 'soft' | 'plain' | 'danger';

interface Props extends Omit<ButtonProps, 'children' | 'className'> {
  look?: Look;
  icon?: IconName;
  children?: ReactNode;
  small?: boolean;
  className?: string;
}

/** A button with words, and an icon before them when it helps. */
export function Button({ look = 'soft', icon, children, small = false, className = '', ...rest }: Props) {
  return (
    <AriaButton {...rest} className={`button ${look}${small ? ' small-button' : ''} ${className}`}>
      {icon && <Icon name={icon} size={small ? 16 : 18} />}
      {children !== undefined && <span>{children}</span>}
    </AriaButton>
  );
}

/** A square icon button; `label` is its accessible name and its tooltip. */
export function IconButton({
  label, icon, look = 'plain', size = 20, className = '', ...rest
}: Omit<Props, 'children'> & { label: string; icon: IconName; size?: number }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton {...rest} aria-label={label} className={`icon-button ${look} ${className}`}>
        <Icon name={icon} size={size} />
      </AriaButton>
      <Tooltip className="tooltip" offset={6}>{label}</Tooltip>
    </TooltipTrigger>
  );
}
