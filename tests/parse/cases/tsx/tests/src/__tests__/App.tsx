import { render } from "@testing-library/react";
import { App } from "../App";

test("shows its title", () => {
  const page = render(<App title="x" />);
  expect(page.getByText("x")).toBeTruthy();
});
