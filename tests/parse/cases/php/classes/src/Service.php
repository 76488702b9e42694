<?php

namespace Acme\App;

use Acme\Base\Thing;
use Acme\Util\{Helper as H, Other};
use function Acme\Util\check;

require_once 'lib.php';

const LIMIT = 3;
define('OTHER', 1);

/** Serves things. */
#[Attr]
abstract class Service extends Base implements Runnable, \Countable
{
    use LoggerTrait;

    public const MAX = 3;
    private static ?Repo $repo = null;
    public int $count = 0;

    public function __construct(private readonly Repo $source, int $size = 1)
    {
        parent::__construct($size);
        $this->count = $size;
    }

    /** Runs. */
    public static function run(array $items, Thing|Other ...$rest): ?static
    {
        foreach ($items as $key => $item) {
            $item->check()?->report();
        }
        self::make();
        H::help(new Thing(1));
        return check($rest);
    }

    abstract protected function stop(): void;
}
