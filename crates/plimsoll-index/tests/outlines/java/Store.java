package com.example.store;

import java.util.*;
import java.util.function.Function;
import static java.lang.Math.max;

/**
 * Keeps things.
 *
 * @param <T> what is kept
 */
@Entity
@Table(name = "stores")
public sealed abstract class Store<T extends Number> extends Base<T> implements Closeable, Iterable<T> permits Small {
    private static final int LIMIT = 10, STEP = 2;
    static {
        init();
        check();
    }

    /** The names. */
    private final String[] names = {
        "a",
        "b",
        "c",
    };
    private final Runnable task = new Runnable() {
        @Override
        public void run() {
            Store.this.close();
        }
    };
    String text = """
        class NotAClass {
            void notAMethod() {}
        }
        """;

    protected Store(int size) throws IOException {
        super(size);
        this.size = size;
    }

    // An overload.
    @Override public <R> R map(
            Function<? super T, ? extends R> mapper,
            R fallback) {
        class Local { void inLocal() {} }
        return list.stream().map(Entry::value).findFirst().orElse(fallback);
    }

    public int map(int größe) { return max(größe, LIMIT); }

    abstract void open();

    enum Color implements Named {
        RED(1) {
            @Override String label() { return "r"; }
        },
        /** Green. */
        GREEN;

        private int code;
        Color() {}
    }

    record Pair<A, B>(A first, @NonNull B second) implements Named {
        Pair {
            Objects.requireNonNull(first);
            Objects.requireNonNull(second);
        }
        static int count;
    }

    interface Visitor<R> extends Consumer<R>, Named {
        int DEFAULT = 1;
        R visit(Store<?> store);
        default void done() {}
    }

    @interface Marker { String value() default ""; }
}
