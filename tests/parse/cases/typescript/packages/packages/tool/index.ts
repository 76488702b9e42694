module.exports = require('./dist/tool')
