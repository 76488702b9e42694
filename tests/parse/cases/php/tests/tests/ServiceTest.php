<?php

namespace Acme\Tests;

class ServiceTest extends TestCase
{
    public function testRuns(): void
    {
        $service = new Service();
        $this->assertSame(1, $service->run());
    }
}
