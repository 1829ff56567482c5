// Windows.
import a from "a";

/**
 * Says hello.
 * Twice.
 */
export function hello(name) {
	let x = 1;
	return name + x;
}
