package com.acme

class ServerTest {
    @Test
    fun `it runs`() {
        assertEquals(1, Server(1).run())
    }
}
