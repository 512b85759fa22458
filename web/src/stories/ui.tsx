/** Stories of `ui/`: what everything else is made of. */
import { useEffect } from 'react';
import { AppTile } from '../ui/AppTile';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon, Mark } from '../ui/Icon';
import { Ring } from '../ui/Ring';
import { Sheet } from '../ui/Sheet';
import { Trend } from '../ui/Trend';
import { Toasts, dismiss, toast } from '../ui/toasts';
import { stories } from './story';

const nothing = () => undefined;

/** Shows toasts for as long as the story is there. */
function Shown({ tone }: { tone: 'plain' | 'danger' | 'due' }) {
  useEffect(() => {
    const id = toast({ text: 'Lisbon was added', tone, lasts: 0, actions: [{ label: 'Undo', run: nothing }] });
    return () => dismiss(id);
  }, [tone]);
  return <p>A message stands at the edge.</p>;
}

const text = <p>What is asked stands here.</p>;

export const UI = [
  ...stories('AppTile', {
    sizes: () => <div className="stage-row">{(['xs', 's', 'm', 'l'] as const).map((size) => <AppTile key={size} id={size} icon="🧳" size={size} />)}</div>,
  }),
  ...stories('Button', {
    looks: () => <div className="stage-row">{(['solid', 'soft', 'plain', 'danger'] as const).map((look) => <Button key={look} look={look}>{look}</Button>)}</div>,
    'with an icon': () => <div className="stage-row"><Button icon="plus" look="solid">Add</Button><Button icon="trash" small look="danger">Delete</Button></div>,
    disabled: () => <div className="stage-row"><Button isDisabled look="solid">Save</Button><Button isDisabled>Later</Button></div>,
    small: () => <div className="stage-row"><Button small>Small</Button><Button small look="plain">Plain</Button></div>,
  }),
  ...stories('IconButton', {
    looks: () => <div className="stage-row">{(['plain', 'soft', 'solid', 'danger'] as const).map((look) => <IconButton key={look} icon="edit" label={`Edit, ${look}`} look={look} />)}</div>,
    disabled: () => <IconButton icon="send" label="Send" look="solid" isDisabled />,
  }),
  ...stories('Icon', {
    plain: () => <p className="stage-row"><Icon name="star" /> A star</p>,
    filled: () => <p className="stage-row"><Icon name="star" filled size={28} /> A filled one</p>,
  }),
  ...stories('Mark', { plain: () => <p className="stage-row"><Mark /> Calisson</p> }),
  ...stories('Empty', {
    'with words': () => <Empty icon="memory" title="Nothing is remembered yet" text="Say what to keep." />,
    'with what to do': () => <Empty icon="warn" title="It could not be read" text="Nothing is lost."><Button look="solid">Try again</Button></Empty>,
  }),
  ...stories('Skeleton', { 'one row': () => <Skeleton label="Loading" rows={1} />, 'six rows': () => <Skeleton label="Loading" rows={6} /> }),
  ...stories('Ring', {
    begun: () => <Ring progress={0.4} over={false} label="40 % of 10" text="40 %" />,
    reached: () => <Ring progress={1} over={false} label="100 % of 10" text="100 %" />,
    over: () => <Ring progress={1.3} over label="130 % of 10" text="!" />,
    nothing: () => <Ring progress={0} over={false} label="0 % of 10" text="0 %" />,
  }),
  ...stories('Trend', {
    rising: () => <Trend values={[1, 2, 2, 3, 5, 4, 6]} label="The last days" />,
    'with gaps and below zero': () => <Trend values={[1, null, -2, 3, null, 4, -1]} label="The last days" />,
  }),
  ...stories('Sheet', {
    open: () => <Sheet title="Make a token" isOpen onClose={nothing}>{text}</Sheet>,
    alert: () => <Sheet title="Delete the app" isOpen alert onClose={nothing}>{text}<Button look="danger">Delete</Button></Sheet>,
    wide: () => <Sheet title="Paste" isOpen wide onClose={nothing}>{text}</Sheet>,
  }),
  ...stories('Toasts', {
    none: () => <Toasts />,
    plain: () => <Shown tone="plain" />,
    danger: () => <Shown tone="danger" />,
    due: () => <Shown tone="due" />,
  }),
];
