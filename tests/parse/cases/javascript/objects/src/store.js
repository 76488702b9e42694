export const store = {
  state: { count: 0 },
  mutations: {
    increment(state) {
      state.count++;
    },
  },
  get total() {
    return this.sum();
  },
  sum: function () {
    return reduce(this.state);
  },
  [computed]: () => 1,
};

export default {
  name: 'widget',
  methods: {
    save() {
      store.mutations.increment();
    },
  },
};
