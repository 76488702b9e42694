#include "engine.hpp"
using namespace std;
using std::string;

Engine::Engine(Config &config) : config_(config) { start(); }

Engine::~Engine() {}

// Starts it.
void Engine::start() {
    config_.load();
    this->run();
}

Part *Engine::part(const std::string &name) { return parts_.find(name); }

int outer::inner::Engine::depth() { return helper(); }
