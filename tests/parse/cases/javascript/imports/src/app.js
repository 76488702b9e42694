import React, { useState as state } from 'react';
import * as util from './util';
import './setup';
export { a, b as c } from './ab';
export * from './all';
export * as ns from './ns';
const fs = require('fs');
const { one, two: zwei } = require('./numbers');
const parse = require('./parser').parse;

state(util.format(one, zwei));
parse(fs.read());
const page = await import('./page.js');
