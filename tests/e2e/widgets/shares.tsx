import { useApp, useLook, useRecords } from 'calisson';

interface Part { id: string; name: string; share: number; from: number; to: number }

const RADIUS = 40;

/** A ring of the shares, with a legend; what nobody has entered yet is a sentence. */
export default function Shares() {
  const { records, ready } = useRecords();
  const app = useApp();
  const look = useLook();
  if (!ready) return null;
  const field = app.entities[0].fields.find((one) => one.name === 'share');
  const money = new Intl.NumberFormat(look.language, { style: 'currency', currency: field?.currency ?? look.currency });
  const known = records.filter((one) => typeof one.values.share === 'number' && one.values.share > 0);
  const whole = known.reduce((sum, one) => sum + (one.values.share as number), 0);
  if (!whole) return <p className="none">As soon as somebody has a share, it is drawn here.</p>;
  let at = 0;
  const parts: Part[] = known.slice(0, 8).map((one) => {
    const share = one.values.share as number;
    const from = at;
    at += share / whole;
    return { id: one.id, name: String(one.values.person ?? ''), share, from, to: at };
  });
  return (
    <figure style={{ display: 'flex', flexWrap: 'wrap', gap: 24, alignItems: 'center', justifyContent: 'center', margin: 0, padding: 8 }}>
      <svg viewBox="0 0 100 100" role="img" aria-label={field?.label} style={{ flex: '1 1 180px', maxWidth: 260 }}>
        {parts.map((part, number) => (
          <circle key={part.id} r={RADIUS} cx="50" cy="50" pathLength={100} fill="none" stroke={`var(--c${number})`} strokeWidth={14}
            strokeDasharray={`${Math.max(0, (part.to - part.from) * 100 - 0.8)} 100`} strokeDashoffset={-part.from * 100} transform="rotate(-90 50 50)" />
        ))}
        <text x="50" y="49" textAnchor="middle" fontSize="9" fontWeight="700" fill="var(--ink)">{money.format(whole)}</text>
        <text x="50" y="58" textAnchor="middle" fontSize="5" fill="var(--ink-2)">{field?.label}</text>
      </svg>
      <ul style={{ flex: '1 1 200px', listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 }}>
        {parts.map((part, number) => (
          <li key={part.id} style={{ display: 'flex', gap: 10, alignItems: 'center' }}>
            <span aria-hidden="true" style={{ width: 12, height: 12, borderRadius: 4, background: `var(--c${number})` }} />
            <span style={{ flex: 1 }}>{part.name}</span>
            <strong style={{ fontVariantNumeric: 'tabular-nums' }}>{money.format(part.share)}</strong>
          </li>
        ))}
      </ul>
    </figure>
  );
}
