/** The places of the page, in the order in which they are listed. */
import type { IconName } from '../ui/Icon';
import type { PlaceName } from './router';

type Listed = Exclude<PlaceName, 'app'>;

export const PLACES: readonly { name: Exclude<Listed, 'due'>; icon: IconName }[] = [
  { name: 'today', icon: 'sun' },
  { name: 'chat', icon: 'chat' },
  { name: 'apps', icon: 'apps' },
  { name: 'memory', icon: 'memory' },
  { name: 'history', icon: 'history' },
  { name: 'gallery', icon: 'bulb' },
  { name: 'runs', icon: 'tool' },
  { name: 'settings', icon: 'settings' },
];

/** Where a place is listed: an app under the apps, what is due under Today. */
export const listedAs = (name: PlaceName): Listed => (name === 'app' ? 'apps' : name === 'due' ? 'today' : name);
