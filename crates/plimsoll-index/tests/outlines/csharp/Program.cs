using System;

Console.WriteLine(Add(1, 2));

static int Add(int a, int b)
{
    var sum = a + b;
    return sum;
}

namespace Old
{
    class Inner(int size) : Outer(size) { int broken( ; }
    class Whole { void Good() { } }
}
