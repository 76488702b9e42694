<?php

/**
 * Adds two.
 *
 * @param int $a
 */
function add(int $a, $b = 1)
{
    $double = fn($x) => $x * 2;
    $later = function () use ($a) {
        return make($a);
    };
    return $double($a) + $later();
}

function make($value)
{
    return new class extends Base {
        public function inner() {}
    };
}
