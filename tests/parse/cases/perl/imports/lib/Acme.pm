package Acme;
use Acme::Util qw(trim
  get);

sub run {
  trim('a');
  get('b');
  open(my $file, '<', 'c');
}

1;
