/** Every story. */
import { FIELD_STORIES } from './fields';
import { PLACES } from './places';
import { RUNS } from './runs';
import type { Story } from './story';
import { TALK } from './talk';
import { UI } from './ui';

export const ALL: readonly Story[] = [...UI, ...FIELD_STORIES, ...TALK, ...PLACES, ...RUNS];
