package Acme::Util;

sub trim { return shift }

sub get { return 1 }

sub open { return 2 }

1;
