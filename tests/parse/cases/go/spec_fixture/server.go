package server

import (
	"fmt"
	"net/http"
)

const MaxRetries = 3

type Server struct {
	addr string
}

func (s *Server) Start() error {
	fmt.Println("starting server", s.addr)
	return nil
}

func HandleRequest(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("ok"))
}
