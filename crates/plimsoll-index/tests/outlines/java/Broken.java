package broken;

class Whole {
	void good() {
		call();
		call();
	}
	void bad( {
}

interface After { void still(); }
