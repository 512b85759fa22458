/** The page's line icons: 24-px grid, 1.75 stroke, always beside or inside something that has a name. */

const PATHS = {
  chat: 'M4 12a8 7 0 1 1 3.600 5.900L4 19.500l.9-3.700A6.600 6.600 0 0 1 4 12z',
  apps: 'M5 4.500h4.500v5H5zM14.500 4.500H19v5h-4.500zM5 14.500h4.500v5H5zM14.500 14.500H19v5h-4.500z',
  due: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.500 2 6.500H4S6 15 6 10zM10 19.500a2.200 2.200 0 0 0 4 0',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.400',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M8 8h8v8H8z',
  undo: 'M9 7L4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 10h-2',
  history: 'M4 12a8 8 0 1 0 2.600-5.900L4 8.500M4 4.500v4h4M12 8v4.300l2.800 1.700',
  more: 'M5.500 12h.01M12 12h.01M18.500 12h.01',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.300 10.500v5.500M13.700 10.500v5.500',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.500 5.500L8 12l6.500 6.500',
  next: 'M9.500 5.500L16 12l-6.500 6.500',
  down: 'M6 9.500l6 6 6-6',
  up: 'M6 14.500l6-6 6 6',
  filter: 'M4 6h16M7.500 12h9M10.500 18h3',
  sliders: 'M5 4v8M5 16v4M12 4v3M12 11v9M19 4v9M19 17v3M3 14h4M10 9h4M17 15h4',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500L20 20',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 19.500h14',
  upload: 'M12 16V5M7 9.500l5-5 5 5M5 19.500h14',
  edit: 'M5 19l1-4L15.500 5.500l3 3L9 18zM13.500 7.500l3 3',
  warn: 'M12 4.500l8.500 15h-17zM12 10v4.500M12 17.200h.01',
  offline: 'M4 4l16 16M8.500 7.200A6.500 6.500 0 0 1 18 11a4.300 4.300 0 0 1 2 6.500M17 18.500H7a4.500 4.500 0 0 1-.9-8.900',
  calendar: 'M4.500 6.500h15v13h-15zM4.500 10.500h15M8.500 4v4M15.500 4v4',
  list: 'M8.500 6.500H20M8.500 12H20M8.500 17.500H20M4.500 6.500h.01M4.500 12h.01M4.500 17.500h.01',
  table: 'M4 5.500h16v13H4zM4 10h16M10 5.500v13',
  chart: 'M4.500 4.500v15h15M8.500 15.500l3.500-4.500 3 2.500 4-6',
  form: 'M4.500 5.500h15v4h-15zM4.500 13.500h15v5h-15z',
  stat: 'M12 4a8 8 0 1 0 8 8M12 4v8h8A8 8 0 0 0 12 4z',
  checklist: 'M4 6.500l1.500 1.500L8 5.200M4 13l1.500 1.500L8 11.700M11.500 7H20M11.500 13.500H20M11.500 19H20M5.500 19h.01',
  timeline: 'M6 4v16M6 7.500h12M6 12.500h8M6 17.500h10',
  cards: 'M4.500 5h15v6h-15zM4.500 14.500h6.500V20H4.500zM14 14.500h5.500V20H14z',
  star: 'M12 4.500l2.300 4.800 5.200.7-3.800 3.600.9 5.200-4.600-2.500-4.600 2.500.9-5.200L4.500 10l5.200-.7z',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.500V12l3 2',
  info: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11v5M12 8h.01',
  memory: 'M7 4.500h10v15l-5-3.500-5 3.500z',
  sun: 'M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM12 3v1.700M12 19.300V21M3 12h1.700M19.300 12H21M5.700 5.700l1.200 1.200M17.100 17.100l1.200 1.200M18.300 5.700l-1.200 1.200M6.900 17.100l-1.200 1.200',
  bulb: 'M9.500 18.500h5M10.500 21h3M12 3.500a6 6 0 0 0-3.600 10.800c.7.600 1.100 1.300 1.100 2.200h5c0-.9.4-1.600 1.100-2.200A6 6 0 0 0 12 3.500z',
  mic: 'M12 14.500a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3zM6 11.500a6 6 0 0 0 12 0M12 17.500V21',
  expand: 'M14 4.500h5.500V10M19.500 4.500L13 11M10 19.500H4.500V14M4.500 19.500L11 13',
  copy: 'M9 9h10v11H9zM15 9V4.500H5V15h4',
  retry: 'M19.500 12a7.500 7.500 0 1 1-2.300-5.400L19.500 9M19.500 4.500V9H15',
  reply: 'M9.500 6.500L4.500 11.500l5 5M4.500 11.500H14a5.500 5.500 0 0 1 5.500 5.500v1.500',
  globe: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM3.500 12h17M12 3.500c2.300 2.300 3.500 5.200 3.500 8.500s-1.200 6.200-3.500 8.500c-2.300-2.300-3.500-5.200-3.500-8.500S9.700 5.800 12 3.500z',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  cpu: 'M7 7h10v10H7zM10 3.500V7M14 3.500V7M10 17v3.500M14 17v3.500M3.500 10H7M3.500 14H7M17 10h3.500M17 14h3.500',
  sync: 'M19 8.500A8 8 0 0 0 5 8M5 4.500V8h3.500M5 15.500A8 8 0 0 0 19 16M19 19.500V16h-3.500',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  const thick = name === 'more' || name === 'list';
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      <path
        d={PATHS[name]}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth={thick ? 2 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The almond lozenge, the mark of the house. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <path className="mark-edge" d="M32 2c5.500 10.500 20 19.500 20 30S37.500 51.500 32 62C26.500 51.500 12 42.500 12 32S26.500 12.500 32 2z" />
      <path className="mark-paste" d="M32 12c4.200 7.800 13.500 13.300 13.500 19.500S36.200 43.700 32 51.500c-4.200-7.800-13.500-13.800-13.500-20S27.800 19.800 32 12z" />
    </svg>
  );
}
