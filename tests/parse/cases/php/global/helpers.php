<?php

if (! function_exists("data_get")) {
    function data_get($target)
    {
        return $target;
    }
}
