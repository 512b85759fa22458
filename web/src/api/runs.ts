/** Tasks that the workshop works on, as the home's own description has them. */
import type { components } from './schema';

type Schemas = components['schemas'];
export type Run = Schemas['RunOut'];
export type RunLine = Schemas['RunLine'];
export type Runs = Schemas['RunsOut'];
export type RunStep = Schemas['StepOut'];
export type RunQuestion = Schemas['QuestionOut'];
export type RunFile = Schemas['FileOut'];
export type RunPoint = Schemas['CheckpointOut'];
export type RunMode = Run['mode'];
export type RunState = Run['state'];
export type RunAnswer = Schemas['AnswerIn']['answer'];
export type RunOrder = Schemas['RunIn'];
