/** What a signed file of another home holds and may do, as the home read it. */
interface Access {
  reads: string[];
  writes: string[];
}

export interface PackageLook {
  name: string;
  icon: string;
  summary: string;
  entities: { label: string; fields: string[] }[];
  views: string[];
  author: string;
  known: 'self' | 'known' | 'unknown';
  made_at: string;
  records: number;
  pictures: number;
  /** Through whose hands it came, the author first; empty for a file of an earlier release. */
  chain: { author: string; made_at: string; changed: boolean }[];
  may: {
    widget: (Access & { code: string }) | null;
    functions: (Access & { name: string; code: string })[];
    logic: { name: string; code: string }[];
    hosts: string[];
    rules: string[];
    reminders: string[];
  };
  problems: { field: string; message: string }[];
}

/** Python of an app that the person starts. */
export interface AppFunction {
  name: string;
  label?: string;
  inputs?: string[];
}

/** Where an app of another home comes from; `house`: a link into the house's own network. */
export type PackageSource = { file: File } | { url: string; house: boolean };
