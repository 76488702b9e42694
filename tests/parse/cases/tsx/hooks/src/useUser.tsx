import { useCallback, useEffect, useState } from "react";
import { api } from "../api";

/** The current user. */
export function useUser(id: string): User | null {
  const [user, setUser] = useState<User | null>(null);
  const refresh = useCallback(async () => {
    const found = await api.users.get(id);
    setUser(found);
  }, [id]);
  useEffect(() => {
    refresh();
  }, [refresh]);
  return user;
}
