/** Stories of `fields/` and `charts/`: each type of field empty, filled and wrong; each kind of chart. */
import { useState } from 'react';
import type { Field, FieldType, Value } from '../api/types';
import { Plot } from '../charts/Plot';
import { Heat, Pie, Scatter } from '../charts/Shapes';
import { slicesOf } from '../charts/scale';
import '../charts/charts.css';
import { Computed } from '../fields/Computed';
import { FieldInput } from '../fields/FieldInput';
import ImageInput from '../fields/ImageInput';
import { APP, ROWS } from './data';
import { stories } from './story';

const SAMPLES: Record<FieldType, Value> = {
  text: 'Lisbon', long_text: 'Two weeks\nby train', number: 3.5, integer: 4, quantity: 72.4, money: 640, percent: 12, duration: 95,
  date: '2026-03-04', time: '08:30', datetime: '2026-03-04T08:30', boolean: true, choice: 'booked', multi_choice: ['idea'], rating: 4,
  image: null, link: 'https://example.org', person: 'Ada', place: 'Lisbon', ref: 'rec_1',
};
const CHOICES = [{ value: 'idea' }, { value: 'booked' }, { value: 'gone' }];

function One({ type, given, error }: { type: FieldType; given?: Value; error?: string }) {
  const [value, setValue] = useState<Value>(given ?? null);
  const field: Field = { name: type, label: `A ${type}`, type, unit: type === 'quantity' ? 'kg' : null, currency: 'EUR', choices: CHOICES };
  return <div className="form"><FieldInput field={field} value={value} onChange={setValue} options={[{ value: 'rec_1', label: 'Ada' }]} {...(error ? { error } : {})} /></div>;
}

const types = Object.keys(SAMPLES) as FieldType[];
const entity = APP.entities[0]!;
const euro = (value: number) => `€${value}`;
const labels = ['Mon', 'Tue', 'Wed', 'Thu'];
const layers = [{ name: 'Food', values: [4, 3, null, 6] }, { name: 'Travel', values: [2, 5, 1, 0] }];
const tell = (index: number) => ({ title: labels[index] ?? '', lines: layers.map((layer) => ({ name: layer.name, text: String(layer.values[index] ?? '–') })) });
const plot = (kind: 'line' | 'bar' | 'stacked' | 'area') => () => <Plot kind={kind} labels={labels} layers={layers} format={euro} title={`Cost, as ${kind}`} tell={tell} />;

export const FIELD_STORIES = [
  ...stories('FieldInput', Object.fromEntries(types.map((type) => [type, () => <One type={type} given={SAMPLES[type]} />]))),
  ...stories('FieldInput', {
    empty: () => <div className="stage">{types.map((type) => <One key={type} type={type} />)}</div>,
    wrong: () => <One type="number" error="This is no number." />,
  }),
  ...stories('Computed', { 'from what is typed': () => <Computed entity={entity} values={ROWS[0]!.values} /> }),
  ...stories('ImageInput', {
    empty: () => <ImageInput id="image" value="" label="Picture" onChange={() => undefined} />,
    'with a picture': () => <ImageInput id="image" value={'a'.repeat(64)} label="Picture" onChange={() => undefined} />,
  }),
  ...stories('Plot', {
    line: plot('line'), bar: plot('bar'), stacked: plot('stacked'), area: plot('area'),
    'with the period before': () => <Plot kind="bar" labels={labels} layers={layers.slice(0, 1)} before={[3, 3, 2, 1]} format={euro} title="Cost" tell={tell} />,
    nothing: () => <Plot kind="bar" labels={labels} layers={[{ name: 'Food', values: [null, null, null, null] }]} format={euro} title="Cost" tell={tell} />,
  }),
  ...stories('Pie', { shares: () => <Pie slices={slicesOf([{ label: 'Food', value: 60 }, { label: 'Travel', value: 30 }, { label: 'Other', value: 10 }], 5, 'Rest')} title="Shares of cost" centre="€100" tell={(slice) => slice.label} /> }),
  ...stories('Heat', {
    'a quarter': () => (
      <Heat
        range={{ start: new Date('2026-01-01T00:00Z'), end: new Date('2026-04-01T00:00Z') }} values={new Map([['2026-01-05', 1], ['2026-02-10', 5]])}
        firstDay={1} language="en" title="Days with entries" tell={(at, value) => `${at.toISOString().slice(0, 10)}: ${value ?? 0}`}
      />
    ),
  }),
  ...stories('Scatter', { pairs: () => <Scatter points={[[1, 2], [2, 5], [4, 3]]} labels={['Days', 'Cost']} formats={[String, euro]} title="Days and cost" /> }),
];
