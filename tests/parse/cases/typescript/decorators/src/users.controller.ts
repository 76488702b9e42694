import { Controller, Get, Inject } from "./web";

/** Serves users. */
@Controller("/users")
@Sealed
export class UsersController {
  @Inject() private users: UserService;

  @Get("/:id", {
    cache: true,
  })
  @Logged
  show(@Param("id") id: string): Promise<User> {
    return this.users.find(id);
  }
}

@Plain
class Inner {}
