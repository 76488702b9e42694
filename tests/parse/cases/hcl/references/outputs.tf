output "id" {
  value = aws_instance.web.id
}
