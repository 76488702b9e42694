import { User } from "./user";

const make = () => new User("x");

describe("User", () => {
  const shared = make();
  it("has a name", async () => {
    expect(shared.name()).toBe("x");
  });
});
