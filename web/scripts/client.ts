/** The types of the API, made from its description: `npm run client` (or `make client`) writes `src/api/schema.d.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const TARGET = here('../src/api/schema.d.ts');

const HEAD = '/** Made by `make client` from the server\'s own description; do not edit. */\n';

/** The text of the types, from `openapi.json` beside `package.json`. */
export async function types(): Promise<string> {
  const description = JSON.parse(readFileSync(here('../openapi.json'), 'utf8')) as OpenAPI3;
  return HEAD + astToString(await openapiTS(description, { defaultNonNullable: false, alphabetize: true }));
}

if (process.argv.includes('--write')) writeFileSync(TARGET, await types());
