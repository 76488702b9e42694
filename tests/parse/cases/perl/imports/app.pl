use Acme::Util;

get '/page';
