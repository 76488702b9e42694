package Acme::App;
use strict;
use Acme::Other qw(help);
use parent 'Base';
require Foo::Bar;
use constant LIMIT => 3;
our $VERSION = '1';
# Runs.
sub run {
    my ($self, $x) = @_;
    $self->helper($x);
    Acme::Other::go(1);
    help($x);
    Acme::Thing->new(a => 1);
}
sub helper { return 1 }
package Other { sub x {} }
1;
