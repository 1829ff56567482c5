import Foundation
@testable import struct Models.User

#if os(iOS)
typealias Handler = (Int) -> Void
#else
typealias Handler = () -> Void
#endif

/// Keeps things.
///
/// With more to say.
@available(iOS 13, *)
public final class Store<T: Equatable>: Base<T>, Named where T: Hashable {
    static let limit = 10, step = 2
    let table = [
        "a": 1,
        "b": 2,
        "c": 3,
    ]
    @Published private(set) var name: String = "" {
        didSet {
            log(name)
            log(name)
        }
    }
    var count: Int {
        let x = items.count
        return x
    }
    lazy var view: View = {
        let view = View()
        return view
    }()

    init?(size: Int) throws {
        guard size > 0 else { return nil }
        self.size = size
    }
    deinit { close() }
    subscript(index: Int) -> T {
        get { items[index] }
        set { items[index] = newValue }
    }

    /** Maps. */
    @discardableResult
    func map<R>(
        _ transform: (T) async throws -> R,
        with größe: inout Int
    ) rethrows -> [R] where R: Hashable {
        func local() -> Int { 1 }
        return items.map { try transform($0) }.filter(isGood)
    }
    static func + (a: Store, b: Store) -> Store { a.merged(b) }

    enum Color: String, CaseIterable {
        case red = "r", green
        /// Blue.
        indirect case blue(Int, other: Color)
        var label: String { rawValue }
    }
    struct Inner { let a: Int }
}

public protocol Named: AnyObject {
    associatedtype Item: Hashable
    var name: String { get set }
    func label() -> String
    init()
}

extension Array: Named where Element: Named {
    func joined() -> Foo.Bar { Foo.Bar(self) }
}
actor Counter { var value = 0 }
func top(_ a: [Int?]) -> some View {
    let text = """
    class NotAClass {}
    """
    return Text(text)
}
let shared = Store<Int>(size: 1)
