<?php

namespace Acme;

interface Runnable extends A, B
{
    const LIMIT = 1;

    public function go(): int;
}

trait LoggerTrait
{
    public function log(string $line): void
    {
        $this->write($line);
    }
}

enum Color: string implements HasLabel
{
    case Red = 'r';
    case Green = 'g';

    public function label(): string
    {
        return ucfirst($this->value);
    }
}
