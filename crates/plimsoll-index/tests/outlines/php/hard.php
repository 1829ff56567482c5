<?php

declare(strict_types=1);

namespace App\Models;

use App\Base;
use App\Contracts\{HasName, Sortable as CanSort};
use function App\helper;
require_once __DIR__ . '/bootstrap.php';

/**
 * Somebody.
 *
 * @property string $name
 */
#[Entity(table: 'users')]
final class User extends Base implements HasName, CanSort
{
    use Notifies, Logs;

    public const A = 1, B = 2;
    /** Its names. */
    protected static ?string $name = null;
    private array $table = [
        'a' => 1,
        'b' => 2,
        'c' => 3,
    ];

    public function __construct(
        private readonly string $first,
        int $age = 1,
    ) {
        parent::__construct($age);
        $this->age = $age;
    }

    abstract protected function label(array $of): ?static;

    public static function find(int|string $id): self
    {
        $filter = function ($row) use ($id) {
            return $row->id === $id;
        };
        $text = <<<SQL
            function notAFunction() {}
        SQL;
        return Query\Builder::on($text)->where($filter)->first() ?? new Missing();
    }
}

interface Named extends HasName { public function name(): string; }
trait Logs
{
    private function log(string $größe): void { logger()->info($größe); }
}
enum Suit: string implements HasName
{
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;
    public function label(): string { return ucfirst($this->name); }
}

const TOP = 1;
define('OLD', 2);

if (! function_exists('cond')) {
    function cond(...$values)
    {
        $first = $values[0];
        return $first;
    }
}

return new class extends Migration {
    public function up()
    {
        Schema::create('users');
        Schema::create('posts');
    }
};
