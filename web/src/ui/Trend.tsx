/** A fortnight in a line of small bars: a shape to glance at; the number beside it says what it is. */
const WIDTH = 112;
const HEIGHT = 34;

export function Trend({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const known = values.filter((value): value is number => value !== null);
  if (known.length < 2) return null;
  const most = Math.max(...known, 0);
  const least = Math.min(...known, 0);
  const range = most - least || 1;
  const step = WIDTH / values.length;
  const zero = HEIGHT - ((0 - least) / range) * HEIGHT;
  return (
    <svg className="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {values.map((value, index) => {
        const x = index * step + 1;
        const last = index === values.length - 1;
        if (value === null) return <rect key={index} className="trend-none" x={x} y={HEIGHT - 2} width={step - 2} height={2} rx={1} />;
        const top = HEIGHT - ((value - least) / range) * HEIGHT;
        const height = Math.max(Math.abs(zero - top), 2);
        return (
          <rect
            key={index} className={last ? 'trend-bar trend-now' : 'trend-bar'} x={x} y={Math.min(top, HEIGHT - height)}
            width={step - 2} height={height} rx={2}
          />
        );
      })}
    </svg>
  );
}
