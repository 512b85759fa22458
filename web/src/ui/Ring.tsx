/** How far towards a goal, as a ring. Past an upper limit it turns to a warning, with a mark beside the colour. */
const R = 20;
const AROUND = 2 * Math.PI * R;

export function Ring({ progress, over, label, text }: { progress: number; over: boolean; label: string; text: string }) {
  const part = Math.max(0, Math.min(progress, 1));
  return (
    <span className={`ring${over ? ' over' : progress >= 1 ? ' full' : ''}`} role="img" aria-label={label}>
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
        <circle className="ring-track" cx="24" cy="24" r={R} fill="none" strokeWidth="5" />
        <circle
          className="ring-part" cx="24" cy="24" r={R} fill="none" strokeWidth="5" strokeLinecap="round"
          strokeDasharray={`${part * AROUND} ${AROUND}`} transform="rotate(-90 24 24)" opacity={part ? 1 : 0}
        />
      </svg>
      <span className="ring-text num" aria-hidden="true">{text}</span>
    </span>
  );
}
