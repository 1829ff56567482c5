import type { Config } from './config';
import { type Options, load as read } from "./options.ts";
import legacy = require("legacy");
import * as ns from 'ns';
export type { Shape } from './shape';

/**
 * Anything that can be drawn.
 * @see Canvas
 */
export interface Drawable<T extends object = {}> extends Shape, ns.Visible<T> {
  /** Its name. */
  readonly name: string;
  optional?: number;
  draw(canvas: Canvas, options?: Options): void;
  new (name: string): Drawable;
  (x: number): string;
  [key: string]: unknown;
}

export type Handler<E> = (event: E) => void;
type Point = {
  x: number;
  y: number;
  move(by: Point): Point;
};
export type Either =
  | { kind: 'left'; value: string }
  | { kind: 'right'; value: number };
type Keys = keyof Point;

export enum Color {
  Red,
  Green = 'green',
  /** The last one. */
  'dark-blue' = 3,
}
declare const enum Flags { A = 1, B = 2 }

/** A store of things. */
@Injectable({
  provided: 'root',
})
export abstract class Store<K, V = unknown> extends ns.Base<K> implements Drawable<V>, Disposable {
  static readonly LIMIT = 10;
  @Input() private items: Map<K, V> = new Map();
  #secret?: string;
  readonly handle = (event: Event): void => {
    this.put(event);
  };

  constructor(
    private readonly config: Config,
    @Inject(TOKEN) protected other: string,
    plain: number,
  ) {
    super();
    this.items.clear();
  }

  get(key: K): V;
  get(key: K, fallback: V): V;
  @memoized
  @logged({ level: 1 })
  get(key: K, fallback?: V): V {
    return this.items.get(key) ?? fallback!;
  }

  abstract put(value: unknown): void;
  protected async find<T extends V>(
    predicate: (value: V) => value is T,
  ): Promise<T | undefined> {
    for (const value of this.items.values()) {
      if (predicate(value)) return value;
    }
    return undefined;
  }
  get size(): number { return this.items.size; }
  set size(value: number) {}
  static create<K>(): Store<K> { return null as any; }
}

export namespace Geometry.Plane {
  export const ORIGIN: Point = { x: 0, y: 0 };
  export function distance(a: Point, b: Point): number {
    const dx = a.x - b.x;
    return Math.hypot(dx, a.y - b.y);
  }
  export interface Inner { value: number }
}

declare module 'untyped' {
  export function go(where: string): void;
  const version: string;
}
declare global {
  interface Window { plimsoll: string }
}
declare function ambient(x: number): string;
declare let state: string;
export declare class Ambient { method(): void; }

export function overloaded(a: string): string;
export function overloaded(a: number): number;
export function overloaded(a: any): any {
  const local = <T,>(x: T): T => x;
  return local(a);
}
export const typed: Handler<Event> = async (event) => {
  await read<Config>(event);
};
export const { actions, reducer } = createSlice({
  name: 'slice',
  reducers: {
    add(state, action) {
      state.push(action);
    },
  },
});
export default new Store<string, number>();
function assertIsString(val: any): asserts val is string {}
abstract class Größe<Ä> { abstract ß(): Ä; }
export = legacy;
globalThis.Observer = class Observer extends Base {
  observe(): void {
    this.seen = true;
  }
};
export const createApp = ((...args) => {
  const app = create(...args);
  return app;
}) as CreateApp<Element>;
export { assertIsString, createApp as create };
