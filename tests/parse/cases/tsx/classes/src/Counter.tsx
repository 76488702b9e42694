import { Component } from "preact";

type State = { count: number };

export class Counter extends Component<Props, State> {
  state: State = { count: 0 };

  increment = () => {
    this.setState({ count: this.state.count + 1 });
  };

  render(): JSX.Element {
    return <Button<number> onClick={this.increment}>{this.state.count}</Button>;
  }
}
