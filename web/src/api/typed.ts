/** Typed addresses and calls: every path, parameter and body is one that the home's own description knows (`schema.d.ts`). */
import type { paths } from './schema';
import { request, url } from './request';

type Whole = keyof paths & `/api/v1/${string}`;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Given<T> = Exclude<T, undefined>;

/** A path of the API, without `/api/v1`. */
export type Path = Whole extends `/api/v1${infer Rest}` ? Rest : never;
/** The paths that know a method. */
export type PathOf<M extends Method> = { [P in Path]: [Given<paths[`/api/v1${P}`][M]>] extends [never] ? never : P }[Path];
type Operation<P extends Path, M extends Method> = Given<paths[`/api/v1${P}`][M]>;
type Parameters<O, Where extends string> = O extends { parameters: { [W in Where]?: infer V } } ? Given<V> : never;

type Body<O> = O extends { requestBody?: infer B }
  ? [Given<B>] extends [never] ? never
  : Given<B> extends { content: { 'application/json': infer J } } ? J
  : FormData
  : never;

type Named<P extends Path, O> = P extends `${string}{${string}` ? { path: Parameters<O, 'path'> } : { path?: never };
type Asked<O> = [Parameters<O, 'query'>] extends [never] ? { query?: never } : { query?: Parameters<O, 'query'> };
type Sent<O> = [Body<O>] extends [never] ? { body?: never } : { body: Body<O> };

/** What an address needs: its names, and the parameters that are asked for. */
export type AddressOf<P extends Path, M extends Method = 'get'> = Named<P, Operation<P, M>> & Asked<Operation<P, M>>;
/** What a call needs: an address, and the body where there is one; with a `key` a write is done once, however often it is sent. */
export type CallOf<P extends Path, M extends Method> = AddressOf<P, M> & Sent<Operation<P, M>> & { key?: string };

type Loose = { path?: Record<string, string>; query?: Record<string, unknown>; body?: unknown; key?: string };

/** The address of a path with its names filled in. */
export function address<P extends Path>(path: P, ...[where]: P extends `${string}{${string}` ? [AddressOf<P>] : [AddressOf<P>?]): string {
  return filled(path, (where ?? {}) as Loose);
}

function filled(path: string, { path: names = {}, query = {} }: Loose): string {
  return url(path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? '')), query);
}

/** Sends a request that the home knows; throws `Problem`. `T` is what the caller expects back, by its own annotation. */
export function call<T, M extends Method, P extends PathOf<M>>(method: M, path: P, what: CallOf<P, M>): Promise<T> {
  const { body, key } = what as Loose;
  return request<T>(method.toUpperCase(), filled(path, what as Loose), body, key);
}
