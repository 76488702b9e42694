terraform {
  required_version = ">= 1"
}
# The bucket.
resource "aws_s3_bucket" "logs" {
  bucket = var.name
  tags = merge(local.tags, { a = 1 })
  lifecycle { prevent_destroy = true }
}
variable "name" { 
  type = string 
}
module "vpc" { 
  source = "./vpc" 
}
locals {
  tags = { x = 1 }
}
output "id" {
  value = aws_s3_bucket.logs.id
}
