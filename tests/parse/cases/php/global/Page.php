<?php

namespace App;

class Page
{
    public function show($row)
    {
        find($row);
        return data_get($row);
    }

    public function find($row)
    {
    }
}
