import { useState } from 'react';
import { change, useApp, useLook, useRecords } from 'calisson';

export default function Cups() {
  const { records, ready } = useRecords();
  const app = useApp();
  const look = useLook();
  const [said, say] = useState<string>('');
  if (!ready) return <p>…</p>;
  const sum = records.reduce((all, r) => all + Number(r.values.cups ?? 0), 0);
  const act = (what: Parameters<typeof change>[0]) => () => change(what).then(() => say('done'), (e) => say(e.reason));
  return (
    <main>
      <h2>{app.name} {look.language} {look.theme}</h2>
      <p id="sum">{sum} cups, keys {[...new Set(records.flatMap((r) => Object.keys(r.values)))].join()}</p>
      <p id="said">{said}</p>
      <button onClick={act({ add: [{ cups: 2 }] })}>Add two</button>
      <button onClick={act({ add: [{ note: 'x' }] })}>Write a note</button>
      <button onClick={act({ remove: [records[0]?.id ?? ''] })}>Delete one</button>
      <button onClick={act({ remove: ['rec_of_another'] })}>Delete a stranger</button>
    </main>
  );
}
