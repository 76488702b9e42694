void assist(Object thing) {}
