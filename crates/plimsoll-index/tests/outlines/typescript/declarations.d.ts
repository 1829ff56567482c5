/** Makes one. */
export declare function make(name: string, options?: {
    deep: boolean;
}): Thing;
export declare const VERSION: string;
export interface Thing {
    run(): Promise<void>;
    on(event: 'end', listener: () => void): this;
    on(event: string, listener: (...args: any[]) => void): this;
}
declare namespace Internal {
    type Id = string | number;
    let last: Id;
    class Holder<T> {
        private constructor();
        static readonly empty: Holder<never>;
        value: T;
    }
}
export default make;
