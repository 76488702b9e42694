function good() { return 1; }

function broken( {
  return good(;
}

const after = () => good();
