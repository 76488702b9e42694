variable "region" {
  type = string
}

locals {
  name = "x-${var.region}"
  size = 1
}

module "net" {
  source = "./net"
  cidr   = local.name
}

data "aws_ami" "ubuntu" {
  owner = var.region
}

resource "aws_vpc" "web" {
  cidr = module.net.cidr
}

resource "aws_instance" "web" {
  ami    = data.aws_ami.ubuntu.id
  count  = local.size
  vpc    = aws_vpc.web[0].id
  zone   = var.missing
  name   = upper(var.region)
}
