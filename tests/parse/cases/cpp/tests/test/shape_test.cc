#include <gtest/gtest.h>

TEST(ShapeTest, HasArea) {
    EXPECT_EQ(1, make().area());
}

TEST_F(Fixture, Works) { run(); }
